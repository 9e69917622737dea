import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { SignedAmountCell } from '../../resources/TLDetail/SignedAmountCell'
import type { CellProps } from '../../src/admin'
import { browserSchemas } from '../support/browser/browser-portal'
import { draw } from '../support/browser/page'

const field = browserSchemas()
  .get('TLDetail')
  .fields.find(({ name }) => name === 'ChannelFee') as CellProps['field']

test.each([
  ['Minus', 1000, '1,000', '-1,000'],
  ['Minus', 0, '0', '0'],
  ['Minus', null, '－', '－'],
  ['Minus', -5, '-5', '-5'],
  ['Minus', undefined, '', ''],
  ['Plus', 1000, '1,000', '1,000'],
])('of a line with the sign %s, the amount %s gets a minus only if it is positive and a reversal', async (...row) => {
  const [AmountSign, value, text, shown] = row
  draw(
    <p data-testid="amount">
      <SignedAmountCell field={field} record={{ AmountSign }} value={value}>
        {text}
      </SignedAmountCell>
    </p>,
  )
  await expect.element(page.getByTestId('amount')).toBeInTheDocument()
  expect(page.getByTestId('amount').element().textContent).toBe(shown)
})
