import type { SvgIconComponent } from '@mui/icons-material'
import * as icons from '../icons'

const iconsByName: Readonly<Record<string, SvgIconComponent>> = icons

/** Returns the icon that a schema names, or a default icon. */
export const iconOf = (name = ''): SvgIconComponent => iconsByName[name] ?? icons.Description
