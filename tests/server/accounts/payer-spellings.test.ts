import { expect, test } from 'vitest'
import { portal, twoCompanies } from '../../support/portal'
import { signIn } from './sign-in'

const here = await portal()
await twoCompanies(here)
await here.given.billTerm()
await here.given.payer({ PayerId: 'A1-0501', IdNo: 'A123456789', Mobile: '0912345678' })
await here.given.payer({ PayerId: 'a1-0502', IdNo: 'F234567898', Mobile: '0987654321' })
await here.given.bill({ VACAccount: '77001260001235' })

const account = (fields: object) => signIn(here, '/PayerArea/AccountLogin', { UniformNo: '90000017', ...fields })

test.each([
  { IdNo: 'a123456789', Mobile: '0912-345-678' },
  { IdNo: 'Ａ123 456 789', Mobile: '+886 912 345 678' },
  { IdNo: 'A123-456-789\u200b', Mobile: '(0912)345678' },
  { PayerId: 'a1-0501', Mobile: '０９１２３４５６７８' },
  { PayerId: ' A1‐0501', Mobile: '0912.345.678' },
  { PayerId: 'A1-0502', Mobile: '0987654321' },
])('a payer signs in with %o', async (fields) => {
  expect(await account(fields)).toMatchObject({ code: '0000' })
})

test.each(['7700 1260 0012 35', '7700-1260-0012-35', '００７７００１２６０００１２３５', '0077 0012 6000 1235'])(
  'the account of a bill is entered as %s',
  async (VACAccount) => {
    expect(await signIn(here, '/PayerArea/Login', { UniformNo: '90000017', VACAccount })).toMatchObject({
      code: '0000',
    })
  },
)

test('all spellings of a payer code count as one value', async () => {
  const guess = (n: number, PayerId: string) =>
    signIn(
      here,
      '/PayerArea/AccountLogin',
      { UniformNo: '90000017', PayerId, Mobile: `09000000${n + 10}` },
      `203.0.113.${n}`,
    )
  for (let n = 1; n <= 20; n++) expect((await guess(n, n % 2 ? 'X1-abc' : 'x1-ABC')).code).toBe('1001')
  expect((await guess(21, 'X1-ABC')).status).toBe(429)
})
