import { createContext } from 'react'

/** What a generated dialog says above its inputs besides its preview; empty for nothing. */
export const ActionNote = createContext('')
