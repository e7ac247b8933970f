/** What marks the inline scripts that the server's renderer writes; the server takes it off before a page is sent. */
import { createContext } from 'react';

/** The nonce of this rendering; undefined in the browser, where no script is written. */
export const NonceContext = createContext<string | undefined>(undefined);
