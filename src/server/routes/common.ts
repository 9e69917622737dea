import type { SelectOption } from '../../contract/envelope'
import { type EnumName, enumOptions } from '../../domain/enums'
import { isBankRole } from '../../domain/roles'
import { type Controller, HttpRefusal } from '../http/call'
import { agreementChoices, termChoices } from './choices'

/** Choices that many screens share. */
export const common: Controller = {
  GetApplyCode: ({ ports, scope }) => agreementChoices(ports.db, scope),
  GetBillTerm: async ({ ports, scope, params }) => {
    const applyCode = params.id ?? ''
    const agreements = await agreementChoices(ports.db, scope)
    if (!agreements.some((agreement) => agreement.Value === applyCode)) throw new HttpRefusal(404, '查無這個委託單位代號。')
    return termChoices(ports.db, applyCode)
  },
  // A company's administrator hands out the company's own roles only.
  GetCustomerPortalRoles: async ({ scope }) => options('PortalRole').filter(({ Value }) => scope.kind === 'bank' || !isBankRole(Value)),
  GetAllUserStatus: async () => options('UserStatus'),
}

const options = (name: EnumName): SelectOption[] => enumOptions(name).map(([Value, Text]) => ({ Value, Text }))
