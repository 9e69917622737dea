import type { SvgIconComponent } from '@mui/icons-material'
import * as icons from '../icons'

const byName: Readonly<Record<string, SvgIconComponent>> = icons

/** Returns the icon of that name; a sheet of paper for one that is not listed. */
export const iconOf = (name = ''): SvgIconComponent => byName[name] ?? icons.Description
