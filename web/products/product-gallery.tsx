import type { ProductDetails } from '#contract/products.ts';
import { Gallery } from '#web/ui/gallery.tsx';

/** As the page's columns are. */
const sizes = '(width >= 80rem) 36rem, (width >= 48rem) 46vw, calc(100vw - 2rem)';

/** A phone's photos, in its seller's order. */
export function ProductGallery({ product: { model, photos } }: { product: ProductDetails }) {
  return <Gallery subject={model} photos={photos} sizes={sizes} />;
}
