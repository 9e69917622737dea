import { accessReason } from '../../contract/access-reason'
import { Refusal } from '../../domain/refusal'
import type { Resource } from '../../schema/language/resource'
import { reasonOf, type Scoped } from './caller'
import { isBankReadingPersonalData } from './fields'

/**
 * Throws a refusal (2001) if a bank user looks at personal data of companies, downloads or changes them, and has not
 * given a reason in this session.
 */
export const requireReason = (caller: Scoped, resource: Resource): void => {
  if (!isBankReadingPersonalData(caller, resource) || reasonOf(caller.scope) !== undefined) return
  const message = `請先輸入查看${resource.noun}個人資料的事由。事由會記入查詢紀錄，本次登入只需輸入一次。`
  throw new Refusal('2001', message, { [accessReason]: message })
}
