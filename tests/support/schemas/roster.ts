const text = (label: string) => ({ type: 'string', label, max: 20 })
const name = (label: string) => ({ ...text(label), personal: 'name' })
const levels = {
  CMasked: 'masked',
  CReadOnly: 'readOnly',
  CHidden: 'hidden',
  COnce: { create: 'editable', update: 'readOnly' },
} as const

/**
 * A resource that roles may change without seeing or writing all its values, in the record and in the items of lists.
 */
export const roster = {
  label: '名冊設定',
  menu: { group: 'basic', order: 930, icon: 'Celebration' },
  display: '{Title}',
  fields: {
    ApplyCode: { type: 'reference', to: 'Agreement', label: '委託單位代號', required: true },
    Title: { ...text('名稱'), required: true },
    Contact: name('聯絡人'),
    ...Object.fromEntries(Object.keys(levels).map((field) => [field, name(field)])),
    // The checker may write these items without seeing the names in them.
    People: {
      type: 'rows',
      label: '人員',
      max: 5,
      min: 2,
      fields: { Item: { ...text('職稱'), required: true }, Person: name('姓名') },
    },
    Lines: {
      type: 'rows',
      label: '明細',
      max: 5,
      min: 2,
      fields: {
        Item: { ...text('品項'), required: true },
        ...Object.fromEntries(Object.keys(levels).map((field) => [field, name(field)])),
        Twice: {
          type: 'computed',
          as: 'string',
          label: '兩次',
          value: { join: [{ field: 'Item' }, { field: 'Item' }] },
        },
      },
    },
  },
  permissions: {
    CustomerMaker: {
      fields: {
        ...levels,
        ...Object.fromEntries(Object.entries(levels).map(([field, level]) => [`Lines.${field}`, level])),
      },
    },
    CustomerChecker: { operations: ['list', 'get', 'update'] },
  },
} as const
