import { useEffect } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { fieldInputsOf } from '../../../src/admin/fields/inputs/registry'
import { FormScopeProvider } from '../../../src/admin/form/form-values'
import type { Field } from '../../../src/schema/language/types'
import { browserSchemas } from '../../support/browser/browser-portal'
import { draw } from '../../support/browser/page'

const amount = browserSchemas()
  .get('bills')
  .fields.find(({ name }) => name === 'PaidAmount') as Field

const Form = ({ currency, onAmount }: { currency: string; onAmount: (value: unknown) => void }) => {
  const form = useForm({ defaultValues: { CurrencyType: currency, PaidAmount: null } })
  const { Input } = fieldInputsOf(amount)
  return (
    <FormScopeProvider form={form}>
      <Input field={amount} source="PaidAmount" required />
      <Told onAmount={onAmount} />
    </FormScopeProvider>
  )
}

const Told = ({ onAmount }: { onAmount: (value: unknown) => void }) => {
  const value: unknown = useWatch({ name: 'PaidAmount' })
  useEffect(() => {
    onAmount(value)
  }, [value, onAmount])
  return null
}

test.each([
  ['TWD', '12,345', 12345, '12,345'],
  ['USD', '1234.5', 123450, '1,234.50'],
  ['USD', '１０．０５', 1005, '10.05'],
  ['TWD', '(1,500)', -1500, '-1,500'],
  ['TWD', 'NT$1,500元', 1500, '1,500'],
])('in %s, %s is %i smallest units and is shown as %s', async (currency, typed, units, shown) => {
  let value: unknown
  draw(<Form currency={currency} onAmount={(told) => (value = told)} />)
  const box = page.getByRole('textbox', { name: '已繳金額' })
  await box.fill(typed)
  await userEvent.tab()
  await expect.element(box).toHaveValue(shown)
  await expect.poll(() => value).toBe(units)
})

test('focusing an amount with the Tab key selects it; a click places the cursor', async () => {
  let value: unknown
  draw(
    <>
      <button type="button">前一欄</button>
      <Form currency="TWD" onAmount={(told) => (value = told)} />
    </>,
  )
  const box = page.getByRole('textbox', { name: '已繳金額' })
  const before = page.getByRole('button', { name: '前一欄' })
  await box.fill('1200')
  await before.click()
  await expect.element(box).toHaveValue('1,200')
  await userEvent.tab()
  await userEvent.keyboard('1500')
  await expect.poll(() => value).toBe(1500)
  await before.click()
  await box.click()
  await userEvent.keyboard('{End}0')
  await expect.poll(() => value).toBe(15_000)
})

test('decimals that a currency does not have stay as typed, so that the validation can report them', async () => {
  let value: unknown
  draw(<Form currency="TWD" onAmount={(told) => (value = told)} />)
  await page.getByRole('textbox', { name: '已繳金額' }).fill('10.5')
  await expect.poll(() => value).toBe('10.5')
})

test('an ambiguous amount stays as typed, also when the input gets the focus again', async () => {
  let value: unknown
  draw(<Form currency="TWD" onAmount={(told) => (value = told)} />)
  const box = page.getByRole('textbox', { name: '已繳金額' })
  await box.fill('1,5')
  await expect.poll(() => value).toBe('1,5')
  await userEvent.tab()
  await box.click()
  await expect.element(box).toHaveValue('1,5')
  expect(value).toBe('1,5')
})
