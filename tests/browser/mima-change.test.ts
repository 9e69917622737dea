import { expect, test } from 'vitest'
import {
  companySession,
  continueAfterMimaChange,
  openCompanySession,
  sessionToken,
} from '../../src/browser/session/session'
import { companyLogin } from './samples'

const mustChange = { ...companyLogin, data: { ...companyLogin.data, MustChangeMima: true, MimaDaysLeft: 3 } }

test('after a change of the password the session continues with the new token', () => {
  openCompanySession(mustChange)
  continueAfterMimaChange({ ...companyLogin, JWTToken: 'new-token' })
  expect(sessionToken()).toBe('new-token')
  expect(companySession()?.data.MustChangeMima).toBe(false)
})

test('a backend that returns no new token leaves the session as it is, without the request to change the password', () => {
  openCompanySession(mustChange)
  continueAfterMimaChange(null)
  expect(sessionToken()).toBe('company-token')
  expect(companySession()?.data).toEqual({ ...companyLogin.data, MustChangeMima: false, MimaDaysLeft: null })
  expect(companySession()?.menu).toEqual(companyLogin.MenuInfos)
})
