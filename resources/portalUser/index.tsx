import { defineScreens } from '../../src/admin'
import { UserSignIns } from './UserSignIns'

export default defineScreens({ ShowExtra: UserSignIns })
