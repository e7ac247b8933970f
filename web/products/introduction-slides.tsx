import paySafely from '#web/pictures/pay-safely.svg';
import sellInTwoMinutes from '#web/pictures/sell-in-two-minutes.svg';
import verifiedByAPerson from '#web/pictures/verified-by-a-person.svg';
import { Carousel } from '#web/ui/carousel.tsx';

const introductions = [
  {
    picture: paySafely,
    title: 'Pay safely',
    text: 'You pay by card. We hold the money until the phone is in your hands and is as described.',
  },
  {
    picture: sellInTwoMinutes,
    title: 'Sell in two minutes',
    text: 'A photo, a price, your city. Your phone is listed at once, and listing costs nothing.',
  },
  {
    picture: verifiedByAPerson,
    title: 'Sellers verified by a person',
    text: 'A closed ring around a seller’s photo means that one of us has checked the account.',
  },
] as const;

/** The three pictures about how Ringback works. */
export function IntroductionSlides() {
  const slides = introductions.map(({ picture, title, text }, place) => (
    <figure
      key={title}
      className="grid items-center gap-4 p-4 pb-6 tablet:grid-cols-2 tablet:gap-8 tablet:p-8 desk:grid-cols-1 desk:content-start desk:gap-4 desk:p-6"
    >
      <img
        src={picture}
        alt=""
        width={640}
        height={360}
        loading={place === 0 ? undefined : 'lazy'}
        decoding="async"
        className="mx-auto max-h-28 w-full tablet:max-h-72 object-contain"
      />
      <figcaption className="grid gap-2">
        <h3 className="text-title tablet:text-head desk:text-title">{title}</h3>
        <p className="max-w-prose text-quiet">{text}</p>
      </figcaption>
    </figure>
  ));
  return <Carousel label="What you can count on" slides={slides} />;
}
