import type { Key } from '../shape/shape'
import { choice } from '../shape/shapes'

/** By which calendar screens write a day or a month; people may type either. */
export const calendar: Key = {
  shape: choice(['gregorian', 'roc'], 'a calendar'),
  text: 'How screens write it: roc = 115/11/30; gregorian = 2026/11/30; when absent, as the portal is set (SITE_CALENDAR). People may type either.',
}
