import { expect, test } from 'vitest'
import { mustAskBeforeLeaving } from '../../src/site/guard/LeaveGuard'

const open = [
  '/',
  '/company',
  '/client',
  '/news',
  '/news/1',
  '/payment-information',
  '/payment-history',
  '/receipt-information',
  '/privacy',
  '/admin',
  '/admin/bills',
]
const steps = (flow: string) => [`/${flow}`, `/${flow}/send-opt`, `/${flow}/verification`, `/${flow}/password-reset`]
const paths = [...open, ...steps('portal'), ...steps('forgot-password')]

/** The ways into and out of the guarded steps that need no confirmation (specification, section 2). */
const free = ['portal', 'forgot-password'].flatMap((flow) => [
  `/${flow}/send-opt > /${flow}/verification`,
  `/${flow}/verification > /${flow}/password-reset`,
  `/${flow}/password-reset > /company`,
])

const isGuarded = (path: string) => /verification|password-reset/.test(path)

test.each(paths.flatMap((from) => paths.map((to) => [from, to] as const)))('from %s to %s', (from, to) => {
  const asked = from !== to && (isGuarded(from) || isGuarded(to)) && !free.includes(`${from} > ${to}`)
  expect(mustAskBeforeLeaving(from, to)).toBe(asked)
})

test('upper case and a trailing slash make no difference', () => {
  expect(mustAskBeforeLeaving('/portal/send-opt/', '/Portal/Verification')).toBe(false)
  expect(mustAskBeforeLeaving('/PORTAL/verification', '/portal/verification/')).toBe(false)
  expect(mustAskBeforeLeaving('/portal/verification/', '/company')).toBe(true)
})
