import type { SvgIconComponent } from '@mui/icons-material'
import * as icons from '../icons'

const byName: Readonly<Record<string, SvgIconComponent>> = icons

/** Returns the icon of a name, or a default icon. */
export const iconOf = (name = ''): SvgIconComponent => byName[name] ?? icons.Description
