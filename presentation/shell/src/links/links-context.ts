import { createContext } from 'react';

/** Whether a text can be put into a composer from here. A chat that takes no messages has none. */
export const CanSuggestContext = createContext(true);
