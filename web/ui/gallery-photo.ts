/** The data of a photo in a gallery. */
export interface GalleryPhoto {
  /** A format that every browser supports, also the target of the photo's link. */
  readonly url: string;
  readonly srcset: string;
  readonly avif?: string;
  readonly width: number;
  readonly height: number;
  readonly preview: string;
}
