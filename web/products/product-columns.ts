/** Photos and facts below each other, and beside them the offer, which stays in sight from a tablet's width on. */
export const productColumns = 'product-columns';
