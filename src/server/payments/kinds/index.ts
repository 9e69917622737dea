import type { BankFileKinds } from '../bank-files/kind'
import { bank } from './bank'
import { cashFlow } from './cash-flow'
import { post } from './post'
import { store } from './store'

/** The kinds of bank files by the name of their layout in `schemas/layouts`. */
export const bankFileKinds: BankFileKinds = { store, bank, post, cashFlow }
