import { loadSchemas } from '../../schema/load/load'

// A resource with a field of each type that differs in its look.
const text = JSON.stringify({
  label: '樣本設定',
  description: '這一頁只用來檢查各種元件的外觀。',
  display: '{Code} {Account}',
  tenant: 'ApplyCode',
  key: ['ApplyCode', 'Code'],
  menu: { group: 'basic', order: 1, icon: 'ReceiptLong' },
  fields: {
    ApplyCode: { type: 'string', label: '委託單位代號', max: 5, required: true },
    Code: { type: 'string', label: '文字', max: 10, required: true, help: '印在繳款單上。' },
    Account: { type: 'virtualAccount', label: '虛擬帳號' },
    Amount: { type: 'money', label: '金額' },
    Day: { type: 'date', label: '日期' },
    Kind: { type: 'enum', options: { A: '管理費', B: '車位費' }, label: '選項' },
    Active: { type: 'boolean', label: '是否' },
    Remark: { type: 'text', label: '多行文字', max: 200 },
  },
  list: { filters: ['Code'] },
})

/** The resource whose fields the page shows. */
export const sample = loadSchemas([{ file: 'schemas/sample.json', text }]).schemas.get('sample')
