import { expect, test } from 'vitest'
import type { CaptchaTicket } from '../../../src/contract/call-responses'
import { costOf, solveProof } from '../../../src/contract/proof-of-work'
import { captchaLetters } from '../../../src/server/accounts/captcha/captcha'
import { portal, twoCompanies } from '../../support/portal'
import { givenUser, password } from './sign-in'

const openPortal = async () => {
  const here = await portal()
  await twoCompanies(here)
  await givenUser(here)
  const ticket = async (): Promise<CaptchaTicket> => (await here.request('GET', '/Home/GetVICode')).data
  const login = async (VCode: string, typed: string) => {
    const body = { UniformNo: '90000017', UserId: 'maker01', Mima: password, VCode: typed }
    return (await here.request('POST', '/EnterpriseArea/Login', { body, headers: { VCode } })).code
  }
  return { ...here, ticket, login }
}

const proofOf = ({ VCode, Challenge }: CaptchaTicket): Promise<string> => {
  if (Challenge === undefined) throw new Error('The ticket has no challenge.')
  return solveProof(VCode, costOf(Challenge, 'other'))
}

test('a proof of work replaces the picture at a sign-in, once', async () => {
  const here = await openPortal()
  const ticket = await here.ticket()
  const proof = await proofOf(ticket)
  expect(proof.length).toBeLessThanOrEqual(120)
  expect(await here.login(ticket.VCode, proof)).toBe('0000')
  expect(await here.login(ticket.VCode, proof), 'replayed').toBe('1004')
})

test('a proof is valid only for its ticket, and a wrong one uses the ticket up', async () => {
  const here = await openPortal()
  const [a, b] = [await here.ticket(), await here.ticket()]
  expect(await here.login(a.VCode, await proofOf(b))).toBe('1004')
  expect(await here.login(a.VCode, await proofOf(a))).toBe('1004')
})

test('a proof expires with its ticket after five minutes', async () => {
  const here = await openPortal()
  const [early, late] = [await here.ticket(), await here.ticket()]
  here.clock.advance({ seconds: 299 })
  expect(await here.login(early.VCode, await proofOf(early))).toBe('0000')
  here.clock.advance({ seconds: 2 })
  expect(await here.login(late.VCode, await proofOf(late))).toBe('1004')
})

test.each([
  ['one round too few', (proof: string) => proof.split('-').slice(1).join('-')],
  ['one round twice', (proof: string) => `${proof}-${proof.split('-').at(-1)}`],
  [
    'half of the rounds without a solution',
    (proof: string) =>
      proof
        .split('-')
        .map((number, round) => (round < 8 ? 'zzzzzz' : number))
        .join('-'),
  ],
  ['rounds in another order', (proof: string) => proof.split('-').reverse().join('-')],
  ['characters that are not a number', (proof: string) => proof.split('-').with(3, '1.5').join('-')],
  ['nothing but separators', () => '-'.repeat(15)],
])('%s is refused', async (_, change) => {
  const here = await openPortal()
  const ticket = await here.ticket()
  expect(await here.login(ticket.VCode, change(await proofOf(ticket)))).toBe('1004')
})

test('the letters of the picture are still accepted for a ticket with a challenge', async () => {
  const here = await openPortal()
  const { VCode } = await here.ticket()
  expect(await here.login(VCode, (await captchaLetters(here.ports, VCode)).toLowerCase())).toBe('0000')
})
