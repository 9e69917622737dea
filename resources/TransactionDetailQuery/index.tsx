import { defineScreens } from '../../src/admin'
import { HandlingLink } from '../TLDetail/HandlingLink'

export default defineScreens({ ShowActions: HandlingLink })
