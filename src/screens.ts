import type { Screens } from './admin'

/** The hand-written screens by page: `../resources/portalUser/index.tsx` belongs to `portalUser`. This is a separate module, because it names the chunks of all screens, which the sign-in pages do not need. */
export const screens = Object.fromEntries(
  Object.entries(import.meta.glob<{ readonly default: Screens }>('../resources/*/index.tsx')).map(([path, load]) => [path.split('/')[2] ?? '', load]),
)
