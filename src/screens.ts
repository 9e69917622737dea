import type { Screens } from './admin'

/**
 * The hand-written screens by page, such as `../resources/portalUser/index.tsx` for `portalUser`.
 * The list is a separate module, so that the sign-in pages do not load the names of all screens' chunks.
 */
export const screens = Object.fromEntries(
  Object.entries(import.meta.glob<{ readonly default: Screens }>('../resources/*/index.tsx')).map(([path, load]) => [
    path.split('/')[2] ?? '',
    load,
  ]),
)
