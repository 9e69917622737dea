import { defineScreens } from '../../src/admin'
import { ChangeMima } from './ChangeMima'

export default defineScreens({ Page: ChangeMima })
