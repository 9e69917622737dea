import { defineScreens } from '../../src/admin'
import { CustomerAgreements } from './CustomerAgreements'

export default defineScreens({ ShowExtra: CustomerAgreements })
