/** A resource whose permissions use every level for every operation. */
export const ledger = {
  label: '帳冊',
  menu: { group: 'basic', order: 920, icon: 'Payments' },
  key: ['ApplyCode', 'EntryNo'],
  display: '{EntryNo}',
  fields: {
    ApplyCode: { type: 'reference', to: 'Agreement', label: '委託單位代號', required: true, writeOnce: true },
    EntryNo: { type: 'string', label: '編號', required: true, max: 10, writeOnce: true },
    Person: { type: 'string', label: '經手人', max: 20, personal: 'name' },
    Mobile: { type: 'mobile', label: '行動電話', personal: 'mobile' },
    Cost: { type: 'money', label: '成本', min: 0 },
    Note: { type: 'string', label: '備註', max: 50 },
    Secret: { type: 'string', label: '密件', max: 50 },
    Kept: { type: 'boolean', label: '保留' },
  },
  list: { columns: ['EntryNo', 'Person', 'Mobile', 'Cost', 'Note', 'Secret', 'Kept'], filters: ['EntryNo'] },
  import: {
    columns: ['ApplyCode', 'EntryNo', 'Person', 'Mobile', 'Cost', 'Note', 'Secret', 'Kept'],
    existing: 'refuse',
  },
  permissions: {
    CustomerMaker: {
      fields: {
        Person: { create: 'editable', update: 'readOnly' },
        Mobile: { list: 'hidden' },
        Cost: 'readOnly',
        Note: { list: 'hidden', create: 'readOnly', update: 'readOnly' },
        Secret: 'hidden',
      },
    },
    CustomerChecker: {
      operations: ['list', 'get', 'update'],
      fields: { Person: 'readOnly', Mobile: 'masked', Cost: { list: 'hidden' }, Secret: { update: 'readOnly' } },
    },
    CustomerViewer: {
      operations: ['list', 'get'],
      fields: { Cost: 'hidden', Person: 'masked', Note: { list: 'hidden' } },
    },
    BankViewer: { operations: ['list'], fields: { Secret: 'hidden' } },
    BankOperator: {
      operations: ['list', 'get', 'create'],
      fields: { Kept: { create: 'readOnly', update: 'readOnly' }, Person: 'masked' },
    },
  },
}
