import { defineScreens } from '../../src/admin'
import { HandlingLink } from './HandlingLink'

export default defineScreens({ ShowActions: HandlingLink })
