import { type Cases, sound } from './changed-files'

export const permissionChecks = {
  S330: {
    silent: sound.set('club.permissions.BankViewer', { operations: [] }),
    'misspelled role': sound.rename('club.permissions.CustomerViewer', 'CustomerView').gives(`
      S330 club at permissions.CustomerView: permissions is 'CustomerView', which is not a role.
        Did you mean 'CustomerViewer'?`),
  },
  S331: {
    silent: sound.set('club.permissions.CustomerViewer.fields', { Members: 'readOnly', 'Lines.Amount': 'readOnly' }),
    'column of no list': sound
      .set('club.permissions.CustomerMaker.fields', { ClubNo: { list: 'hidden' }, Kinds: 'readOnly', 'ClubName.Amount': 'readOnly' })
      .gives(`
      S331 club: permissions.CustomerMaker.fields.ClubName.Amount cannot be a column of 'ClubName': it is of type 'string'.
        Name a field, or Rows.Column for a column of a list of rows.`),
    'misspelled column of rows': sound
      .set('club.permissions.CustomerMaker.fields', { ClubNo: { list: 'hidden' }, Kinds: 'readOnly', 'Lines.Amuont': 'readOnly' })
      .gives(`
      S331 club: permissions.CustomerMaker.fields.Lines.Amuont refers to 'Amuont', which is not a field of 'Lines'.
        Did you mean 'Amount'?`),
    'permission for no field': sound.set('club.permissions.CustomerMaker.fields.Kind', 'readOnly').gives(`
      S331 club: permissions.CustomerMaker.fields.Kind refers to 'Kind', which is not a field of 'club'.
        Did you mean 'Kinds'?`),
  },
  S332: {
    silent: sound.set('club.permissions.CustomerViewer.fields.ClubName', 'readOnly'),
    'hides the name': sound.set('club.permissions.CustomerViewer.fields.ClubName', { list: 'hidden' }).gives(`
      S332 club: permissions.CustomerViewer.fields.ClubName cannot hide 'ClubName': the record calls itself by it.
        Mask it instead ("masked"), or take the role's operations away.`),
    'hides the tenant': sound.set('club.permissions.CustomerViewer.fields.ApplyCode', 'hidden').gives(`
      S332 club: permissions.CustomerViewer.fields.ApplyCode cannot hide 'ApplyCode': it ties the record to its company.
        Mask it instead ("masked"), or take the role's operations away.`),
  },
  S333: {
    silent: sound.set('club.fields.ClubName.personal', 'name').set('club.permissions.CustomerViewer.fields.ClubName', 'masked'),
    'changed by who cannot enter it': sound.set('club.permissions.CustomerMaker.fields.Kinds', { create: 'readOnly' }).gives(`
      S333 club: permissions.CustomerMaker.fields.Kinds cannot let 'Kinds' be changed and not entered.
        Say levels that fit together: who changes a field also reads it, and who writes a column may write its list.`),
    'changed by who cannot see it': sound.set('club.permissions.CustomerMaker.fields.ClubNo.get', 'hidden').gives(`
      S333 club: permissions.CustomerMaker.fields.ClubNo cannot let 'ClubNo' be changed by who does not see it.
        Say levels that fit together: who changes a field also reads it, and who writes a column may write its list.`),
    'column of a hidden list': sound.set('club.permissions.CustomerViewer.fields', { Members: 'hidden', Lines: 'hidden', 'Lines.Amount': 'readOnly' }).gives(`
      S333 club: permissions.CustomerViewer.fields.Lines.Amount cannot say more of 'Lines.Amount': 'Lines' is hidden as a whole.
        Say levels that fit together: who changes a field also reads it, and who writes a column may write its list.`),
    'column open in a closed list': sound
      .set('club.permissions.CustomerMaker.fields', { ClubNo: { list: 'hidden' }, Kinds: 'readOnly', Lines: 'readOnly', 'Lines.Amount': 'editable' })
      .gives(`
      S333 club: permissions.CustomerMaker.fields.Lines.Amount cannot let 'Lines.Amount' be written: 'Lines' is not.
        Say levels that fit together: who changes a field also reads it, and who writes a column may write its list.`),
    'hidden in get shown in list': sound.set('club.permissions.CustomerViewer.fields.ClubNo', { get: 'hidden', create: 'hidden', update: 'hidden' }).gives(`
      S333 club: permissions.CustomerViewer.fields.ClubNo cannot hide 'ClubNo' in get and show it in list.
        Say levels that fit together: who changes a field also reads it, and who writes a column may write its list.`),
    'mask without class': sound.set('club.permissions.CustomerViewer.fields.ClubNo', 'masked').gives(`
      S333 club: permissions.CustomerViewer.fields.ClubNo cannot mask 'ClubNo': it has no class of personal data.
        Say 'personal' in the field, or hide it.`),
    'masked column without class': sound.set('club.permissions.CustomerViewer.fields', { Members: 'hidden', 'Lines.Amount': 'masked' }).gives(`
      S333 club: permissions.CustomerViewer.fields.Lines.Amount cannot mask 'Lines.Amount': it has no class of personal data.
        Say 'personal' in the field, or hide it.`),
  },
  S334: {
    silent: sound.set('club.permissions.CustomerViewer.operations[1]', 'create'),
    'operation that there is not': sound.set('club.permissions.CustomerMaker.operations', ['list', 'get', 'multiDelete']).gives(`
      S334 club: permissions.CustomerMaker.operations cannot allow 'multiDelete': 'club' does not have it.
        Name operations that the resource and the role have; 'get' goes with 'update', and 'list' with all.`),
    'update without get': sound.set('club.permissions.CustomerMaker.operations', ['list', 'update']).gives(`
      S334 club: permissions.CustomerMaker.operations cannot allow 'update' without 'get': a form is filled by it.
        Name operations that the resource and the role have; 'get' goes with 'update', and 'list' with all.`),
    'without the list': sound.remove('club.permissions.CustomerViewer.operations[0]').gives(`
      S334 club: permissions.CustomerViewer.operations cannot leave out 'list' and allow others: records are found there.
        Name operations that the resource and the role have; 'get' goes with 'update', and 'list' with all.`),
  },
  S335: {
    silent: sound.set('club.permissions.CustomerMaker.fields', {
      ClubNo: { list: 'hidden' },
      Kinds: 'readOnly',
      State: 'readOnly',
      Lines: 'readOnly',
      'Lines.Amount': 'readOnly',
    }),
    'required and kept away': sound.set('club.permissions.CustomerMaker.fields.ClubCode', 'readOnly').gives(`
      S335 club: permissions.CustomerMaker.fields.ClubCode cannot keep 'ClubCode' from 'CustomerMaker': it is required, and the role may create records.
        Let the role write the field, give the field a default, or take 'create' from the role.`),
    'required column kept away': sound
      .set('club.permissions.CustomerMaker.fields', { ClubNo: { list: 'hidden' }, Kinds: 'readOnly', 'Lines.Amount': 'readOnly' })
      .gives(`
      S335 club: permissions.CustomerMaker.fields.Lines.Amount cannot keep 'Lines.Amount' from 'CustomerMaker': it is required, and the role may create records.
        Let the role write the field, give the field a default, or take 'create' from the role.`),
  },
  S336: {
    silent: sound.set('club.permissions.CustomerViewer.fields', { Members: 'hidden', Reason: 'hidden', 'Lines.Amount': 'hidden' }),
    'column follows from a hidden one': sound
      .set('club.fields.Lines.fields.Twice', { type: 'computed', as: 'money', label: '兩倍', value: { multiply: [{ field: 'Amount' }, 2] } })
      .set('club.permissions.CustomerViewer.fields', { Members: 'hidden', 'Lines.Amount': 'hidden' })
      .gives(`
      S336 club: permissions.CustomerViewer.fields.Lines.Amount cannot hide 'Lines.Amount': 'Lines.Twice' follows from it.
        Hide 'Lines.Twice' as well.`),
    'computed of what is hidden': sound.set('club.permissions.CustomerViewer.fields.State', 'hidden').gives(`
      S336 club: permissions.CustomerViewer.fields.State cannot hide 'State': 'Reason' follows from it.
        Hide 'Reason' as well.`),
    'sum of a hidden column': sound
      .set('club.fields.Score', { type: 'computed', as: 'money', label: '分數', value: { sum: 'Lines.Amount' } })
      .set('club.permissions.CustomerViewer.fields', { Members: 'hidden', 'Lines.Amount': 'hidden' })
      .gives(`
      S336 club: permissions.CustomerViewer.fields.Lines.Amount cannot hide 'Lines.Amount': 'Score' follows from it.
        Hide 'Score' as well.`),
  },
} satisfies Cases
