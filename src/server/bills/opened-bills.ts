import { type SqlBool, sql } from 'kysely'

/** Whether payers may know of a bill `b`: as long as its term is a draft, it is the company's alone. */
export const isOpened = sql<SqlBool>`not exists (
  select from bill_term d where d.apply_code = b.apply_code and d.bill_term_id = b.bill_term_id and d.term_status = 'Draft'
)`
