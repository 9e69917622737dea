import { useStore } from '../storage/store'
import { deviceStore } from '../storage/stored-text'
import { schemeKey } from './scheme-key'

/** The colour scheme that a user may choose; `system` follows the device. */
export const colourSchemes = ['system', 'light', 'dark'] as const
export type ColourScheme = (typeof colourSchemes)[number]

const storedScheme = deviceStore(schemeKey)

/** Returns the colour scheme that the user has chosen on this device; rerenders the component when it changes. */
export const useColourScheme = (): ColourScheme => schemeOf(useStore(storedScheme))

/** Chooses the colour scheme of all pages on this device. */
export const chooseColourScheme = (scheme: ColourScheme): void => {
  storedScheme.set(scheme === 'system' ? null : scheme)
  // The styles of `tokens.ts` choose the colours by this attribute.
  document.documentElement.dataset.mode = scheme
}

const schemeOf = (stored: string | null): ColourScheme => colourSchemes.find((scheme) => scheme === stored) ?? 'system'
