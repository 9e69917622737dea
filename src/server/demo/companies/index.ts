import { committee } from './committee'
import { insurer } from './insurer'
import { school } from './school'

export type { DemoAgreement, DemoCollection, DemoCompany, DemoFee } from '../company'

/** The three companies of the demo portal, of different trades. */
export const demoCompanies = [committee, school, insurer] as const
