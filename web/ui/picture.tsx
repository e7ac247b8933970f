import type { CSSProperties } from 'react';

export interface PictureProps {
  readonly src: string;
  readonly alt: string;
  /** Of the largest size, in pixels. */
  readonly width?: number;
  readonly height?: number;
  /** The sizes in a format that every browser supports. */
  readonly srcset?: string;
  /** The same as AVIF, if they exist: browsers that support it prefer them. */
  readonly avif?: string;
  readonly sizes?: string;
  /** A CSS background, shown until the picture is loaded. */
  readonly preview?: string;
  /** For pictures that are visible first: loaded at once and before the rest. */
  readonly isFirst?: boolean;
  /** For pictures that are visible without scrolling on some screens: loaded at once. All others are loaded lazily. */
  readonly isInFirstRow?: boolean;
  /** How the picture fits its frame; by default it fills it. */
  readonly imageClass?: string;
  readonly imageStyle?: CSSProperties;
  /** Size and shape of the frame. */
  readonly className?: string;
}

/** A picture in a frame of fixed shape, on a background in its own colours. */
export function Picture({
  src,
  alt,
  width,
  height,
  srcset,
  avif,
  sizes,
  preview,
  isFirst = false,
  isInFirstRow = isFirst,
  imageClass = 'relative size-full object-cover',
  imageStyle,
  className = 'photo-frame',
}: PictureProps) {
  const image = (
    <img
      src={src}
      alt={alt}
      width={width}
      height={height}
      srcSet={srcset}
      sizes={sizes}
      loading={isInFirstRow ? 'eager' : 'lazy'}
      fetchPriority={isFirst ? 'high' : undefined}
      decoding="async"
      className={imageClass}
      style={imageStyle}
    />
  );
  return (
    <span
      className={`relative block overflow-hidden bg-sunken ${className}`}
      style={preview ? { background: preview } : undefined}
    >
      {avif === undefined ? (
        image
      ) : (
        <picture className="contents">
          <source type="image/avif" srcSet={avif} sizes={sizes} />
          {image}
        </picture>
      )}
    </span>
  );
}
