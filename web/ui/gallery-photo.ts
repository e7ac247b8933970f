/** A photo as a gallery shows it. */
export interface GalleryPhoto {
  /** What every browser can show, and where its link leads. */
  readonly url: string;
  readonly srcset: string;
  readonly avif?: string;
  readonly width: number;
  readonly height: number;
  readonly preview: string;
}
