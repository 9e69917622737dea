import { page } from 'vitest/browser'
import billImportList from '../../resources/billImportList'

/** The screens of the page that uploads bills. */
export const screens = { billImportList: async () => ({ default: billImportList }) }

/** The titles of the columns that every file of bills needs. */
export const header = '繳款人代號,繳款人編號,繳款人姓名,應繳金額'

/** Selects a file with this text. */
export const choose = async (text: string, name = 'bills.csv') => {
  await page.getByLabelText('上傳檔案', { exact: true }).upload(new File([text], name, { type: 'text/csv' }))
}

/** Enters the name of the batch and its term. */
export const fillForm = async () => {
  await page.getByRole('textbox', { name: '批次名稱' }).fill('115年11月管理費')
  await page.getByRole('combobox', { name: '代收期別' }).click()
  await page.getByRole('option', { name: /2026-11/ }).click()
}

export const press = (name: string | RegExp) => page.getByRole('button', { name, exact: true }).click()
