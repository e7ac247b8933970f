/** The card element's rules; `style-src 'self'` allows a constructed sheet, but no style attribute. */
const rules = `
.StripeElement .sandbox-card {
  container-type: inline-size; display: flex; flex-wrap: wrap; align-items: center; gap: 0 12px;
}
.StripeElement .sandbox-card input {
  appearance: none; box-sizing: border-box; flex: 0 1 auto; min-width: 0; min-height: 44px; margin: 0; padding: 6px 2px;
  border: 0; border-radius: 4px; background: transparent; outline-offset: 1px;
  color: var(--card-color, inherit); caret-color: currentColor; opacity: 1;
  font-family: var(--card-font-family, inherit); font-size: var(--card-font-size, 16px);
  font-weight: var(--card-font-weight, inherit); font-style: var(--card-font-style, inherit);
  line-height: var(--card-line-height, 1.5); letter-spacing: var(--card-letter-spacing, normal);
  font-variant-numeric: tabular-nums;
}
.StripeElement .sandbox-card input:focus-visible { outline: 2px solid currentColor; }
.StripeElement .sandbox-card input::placeholder { 
  color: var(--card-placeholder-color, color-mix(in srgb, currentColor 72%, transparent)); opacity: 1;
}
.StripeElement .sandbox-card input[aria-invalid='true'] { color: var(--card-invalid-color, currentColor); }
.StripeElement .sandbox-card input:disabled { cursor: not-allowed; opacity: 0.6; }
.StripeElement .sandbox-card input[name='cardnumber'] { flex: 1 1 13.5em; }
.StripeElement .sandbox-card input[name='exp-date'] { width: 5.5em; }
.StripeElement .sandbox-card input[name='cvc'] { width: 4em; }
@container (max-width: 25em) {
  .StripeElement .sandbox-card input[name='cardnumber'] { flex-basis: 100%; }
  .StripeElement .sandbox-card input[name='exp-date'], .StripeElement .sandbox-card input[name='cvc'] { flex: 1 1 5em; }
}
dialog.sandbox-challenge {
  margin: auto;
  box-sizing: border-box; width: min(420px, calc(100vw - 32px)); padding: 0; overflow: hidden;
  border: 1px solid #8884; border-radius: 14px; background: Canvas; color: CanvasText;
}
dialog.sandbox-challenge::backdrop { background: rgb(0 0 0 / 55%); }
dialog.sandbox-challenge iframe { display: block; width: 100%; height: min(360px, 70vh); border: 0; }
dialog.sandbox-challenge button {
  display: block; width: 100%; min-height: 44px; border: 0; border-top: 1px solid #8884;
  background: transparent; color: inherit; font: inherit; cursor: pointer;
}
`;

/** Adds the rules to the page, once. */
export function addStyle() {
  if (document.adoptedStyleSheets.includes(sheet.get())) return;
  document.adoptedStyleSheets.push(sheet.get());
}

const sheet = {
  /** @type {CSSStyleSheet | undefined} */
  made: undefined,
  get() {
    if (this.made === undefined) {
      this.made = new CSSStyleSheet();
      this.made.replaceSync(rules);
    }
    return this.made;
  },
};

/** Stripe's `style.base` properties and their names in the sheet. */
export const styleProperties = {
  color: '--card-color',
  fontFamily: '--card-font-family',
  fontSize: '--card-font-size',
  fontStyle: '--card-font-style',
  fontWeight: '--card-font-weight',
  letterSpacing: '--card-letter-spacing',
  lineHeight: '--card-line-height',
};
