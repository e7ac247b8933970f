/** The nonce of the inline scripts that the server renders; the server removes it before a page is sent. */
import { createContext } from 'react';

/** The nonce of this rendering; undefined in the browser, which writes no scripts. */
export const NonceContext = createContext<string | undefined>(undefined);
