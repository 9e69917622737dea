import { TextField } from '@mui/material'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { type CellProps, defineScreens, type InputProps, useBoundInput } from '../../../src/admin'
import type { RecordValues } from '../../../src/schema/language/types'
import { type BrowserPortal, browserPortal } from '../../support/browser/browser-portal'
import { network, throughApp } from '../../support/browser/msw'
import { drawAdmin, signIn } from '../admin-page'

const task = {
  label: '待辦設定',
  menu: { group: 'basic', order: 91, icon: 'Celebration' },
  display: '{Code}',
  fields: {
    ApplyCode: { type: 'reference', to: 'Agreement', label: '委託單位代號', required: true, writeOnce: true },
    Code: { type: 'string', label: '代碼', required: true, max: 10, unique: true, writeOnce: true },
    Stars: { type: 'integer', label: '評等', required: true, min: 1, max: 5, help: '一至五顆星。' },
    Owner: { type: 'string', label: '負責人', max: 20, personal: 'name' },
    Secret: { type: 'string', label: '內部備註', max: 20 },
  },
  list: {
    columns: ['Code', 'Stars', 'Owner', 'Secret'],
    filters: [],
    mobile: { primary: 'Code', secondary: ['Stars', 'Owner'] },
  },
  permissions: {
    CustomerMaker: { operations: ['list', 'get', 'create', 'update', 'delete'], fields: { Secret: 'hidden' } },
    CustomerAdmin: { operations: ['list', 'get', 'create', 'update', 'delete'] },
  },
}

let portal: BrowserPortal
let record: RecordValues
let maker: RecordValues
let admin: RecordValues
network(throughApp(() => portal.app))

const StarsCell = ({ value, children }: CellProps) => (
  <span>
    {'★'.repeat(Number(value))}（{children}）
  </span>
)

const Quoted = ({ value, children }: CellProps) => <q title={String(value)}>{children}</q>

const CodeInput = (props: InputProps) => {
  const { value, change, blur, fieldProps } = useBoundInput(props)
  return (
    <TextField
      {...fieldProps}
      placeholder="自訂輸入"
      value={value ?? ''}
      onChange={(event) => change(event.target.value)}
      onBlur={blur}
    />
  )
}

const StarsInput = ({ children }: InputProps) => <fieldset aria-label="評等說明">{children}</fieldset>

const screens = defineScreens({
  Cells: { Stars: StarsCell, Owner: Quoted, Secret: Quoted, Code: Quoted },
  Inputs: { Code: CodeInput, Stars: StarsInput },
})

beforeAll(async () => {
  portal = await browserPortal({ schemas: { task } })
  await portal.given.customer()
  await portal.given.agreement()
  maker = await portal.given.user({ UserId: 'maker01' })
  admin = await portal.given.user({ UserId: 'admin01', RoleId: 'CustomerAdmin' })
  record = await portal.given.record('task', {
    ApplyCode: '77001',
    Code: 'A1',
    Stars: 3,
    Owner: '王大明',
    Secret: '不公開',
  })
})

beforeEach(() => page.viewport(1440, 900))

const open = async (path: string, user = maker) => {
  await signIn(portal, user)
  return drawAdmin(portal.schemas, `/admin/task${path}`, { task: async () => ({ default: screens }) })
}
const quotes = () => [...document.querySelectorAll('q')].map(({ title, textContent }) => [title, textContent])

test('a cell replaces the value in the table of a list, and a click on the cell that names the record opens it', async () => {
  const router = await open('')
  await expect.element(page.getByRole('cell', { name: '★★★（3）' })).toBeVisible()
  await page.getByRole('link', { name: 'A1', exact: true }).click()
  await expect.poll(() => router.state.location.pathname).toBe(`/admin/task/${record.SerialId}/show`)
})

test('a cell replaces the value in the card of a narrow screen', async () => {
  await page.viewport(390, 844)
  await open('')
  await expect.element(page.getByText('評等：★★★（3）')).toBeVisible()
})

test('a cell replaces the value on the detail page and a fixed value in the form', async () => {
  await open(`/${record.SerialId}/show`)
  await expect.element(page.getByRole('definition').filter({ hasText: '★★★（3）' })).toBeVisible()
  await open(`/${record.SerialId}`)
  await expect.element(page.getByRole('definition').filter({ hasText: 'A1' })).toBeVisible()
  await expect.element(page.getByPlaceholder('自訂輸入')).not.toBeInTheDocument()
})

test('a cell gets a masked value masked, and a hidden field has no cell', async () => {
  await open('')
  await expect.element(page.getByText('王○明')).toBeVisible()
  expect(quotes()).toEqual([
    ['A1', 'A1'],
    ['王○明', '王○明'],
  ])
  await open('', admin)
  await expect.element(page.getByText('不公開')).toBeVisible()
})

test('an input shows its label, mark, help and the errors of browser and server, and its value is saved', async () => {
  const router = await open('/create')
  const code = page.getByPlaceholder('自訂輸入')
  await expect.element(code).toHaveAccessibleName(/^代碼/)
  await expect.element(code).toBeRequired()
  const stars = page.getByRole('group', { name: '評等說明' }).getByRole('textbox', { name: '評等' })
  await expect.element(stars).toHaveAccessibleDescription('一至五顆星。')
  await page.getByRole('button', { name: '儲存', exact: true }).click()
  await expect.element(code).toHaveAccessibleDescription(/代碼/)
  await code.fill('A1')
  await stars.fill('5')
  await page.getByRole('button', { name: '儲存', exact: true }).click()
  await expect.element(code).toHaveAccessibleDescription(/A1.*已|已.*A1|重複|已存在/)
  await code.fill('B2')
  await page.getByRole('button', { name: '儲存', exact: true }).click()
  await expect.poll(() => router.state.location.pathname).toMatch(/task\/\d+\/show$/)
  await expect.element(page.getByRole('definition').filter({ hasText: '★★★★★（5）' })).toBeVisible()
})
