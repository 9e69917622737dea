import { describe, expect, test } from 'vitest'
import { endpoints } from '../../../src/contract/endpoints'
import { isBankRole, isPersonalDataMaskedFor, pageNames, rightsOf } from '../../../src/domain/access/roles'
import { enums, enumText } from '../../../src/domain/enums'

const bankPages = ['SKGTLDetailQuery', 'SKGBillQuery', 'SKGWriteOffReport']
const roles = Object.keys(enums.PortalRole)

describe('roles', () => {
  test('there are 29 pages', () => expect(pageNames).toHaveLength(29))
  test('a company’s administrator may use every page except the bank’s', () =>
    expect(pageNames.filter((page) => rightsOf('CustomerAdmin', page).length === 0)).toEqual(bankPages))
  test('only administrators manage users', () =>
    expect(roles.filter((role) => rightsOf(role, 'portalUser').length > 0)).toEqual(['CustomerAdmin']))
  test('all users can change their own password', () =>
    expect(roles.every((role) => rightsOf(role, 'changeMima').includes('Update'))).toBe(true))
  test('makers propose, checkers release', () => {
    expect(rightsOf('CustomerMaker', 'TLDetailExceptionHandling')).toEqual(['Use', 'Query', 'Update'])
    expect(rightsOf('CustomerChecker', 'TLDetailExceptionHandling')).toEqual(['Use', 'Query', 'Approve'])
    expect(rightsOf('CustomerChecker', 'BillDesignatedDebitExport')).toContain('Approve')
    expect(pageNames.filter((page) => rightsOf('CustomerMaker', page).includes('Approve'))).toEqual([])
  })
  test('viewers change nothing but their password', () => {
    for (const role of ['CustomerViewer', 'BankViewer'])
      for (const page of pageNames.filter((name) => name !== 'changeMima' && name !== 'Report'))
        expect(rightsOf(role, page).filter((right) => right !== 'Use' && right !== 'Query')).toEqual([])
  })
  test('bank users may use the bank’s pages, the customers and their password page', () => {
    for (const role of ['BankOperator', 'BankViewer'])
      expect(pageNames.filter((page) => rightsOf(role, page).length > 0)).toEqual([
        'changeMima',
        'Customer',
        ...bankPages,
      ])
    expect(roles.filter(isBankRole)).toEqual(['BankOperator', 'BankViewer'])
  })
  test('an unknown role or page has no rights', () => {
    expect(rightsOf('CustomerAdmin', 'constructor')).toEqual([])
    expect(rightsOf('CustomerAdmin', 'nowhere')).toEqual([])
    expect(rightsOf('toString', 'bills')).toEqual([])
  })
  test('administrators and makers see personal data unmasked on detail pages', () =>
    expect(roles.filter((role) => !isPersonalDataMaskedFor(role))).toEqual(['CustomerAdmin', 'CustomerMaker']))
  test('every call that the contract protects is allowed to some role', () => {
    for (const [id, { page, right }] of Object.entries(endpoints) as [string, { page?: string; right?: string }][])
      if (page)
        expect(
          roles.some((role) => rightsOf(role, page).some((one) => one === right)),
          id,
        ).toBe(true)
  })
})

test('an enum has a text for each of its codes', () => {
  expect(enumText('Channel', '01')).toBe('統一超商')
  expect(enumText('WriteOffStatus', 'PendingRelease')).toBe('待放行')
  expect(enumText('Channel', '99')).toBe('99')
  expect(Object.keys(enums)).toHaveLength(47)
})
