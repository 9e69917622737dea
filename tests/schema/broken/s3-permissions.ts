import { type Cases, validFiles } from './changed-files'

export const permissionChecks = {
  S330: {
    silent: validFiles.set('club.permissions.BankViewer', { operations: [] }),
    'misspelled role': validFiles.rename('club.permissions.CustomerViewer', 'CustomerView').gives(`
      S330 club at permissions.CustomerView: permissions is 'CustomerView', which is not a role.
        Did you mean 'CustomerViewer'?`),
  },
  S331: {
    silent: validFiles.set('club.permissions.CustomerViewer.fields', {
      Members: 'readOnly',
      'Lines.Amount': 'readOnly',
    }),
    'column of no list': validFiles
      .set('club.permissions.CustomerMaker.fields', {
        ClubNo: { list: 'hidden' },
        Kinds: 'readOnly',
        'ClubName.Amount': 'readOnly',
      })
      .gives(`
      S331 club: permissions.CustomerMaker.fields.ClubName.Amount cannot be a field in 'ClubName': it is of type 'string', which has no items.
        Use a field or, for a field of list items, its path, such as FeeItems.Amount.`),
    'misspelled column of rows': validFiles
      .set('club.permissions.CustomerMaker.fields', {
        ClubNo: { list: 'hidden' },
        Kinds: 'readOnly',
        'Lines.Amuont': 'readOnly',
      })
      .gives(`
      S331 club: permissions.CustomerMaker.fields.Lines.Amuont refers to 'Amuont', which is not a field of 'Lines'.
        Did you mean 'Amount'?`),
    'permission for no field': validFiles.set('club.permissions.CustomerMaker.fields.Kind', 'readOnly').gives(`
      S331 club: permissions.CustomerMaker.fields.Kind refers to 'Kind', which is not a field of 'club'.
        Did you mean 'Kinds'?`),
  },
  S332: {
    silent: validFiles.set('club.permissions.CustomerViewer.fields.ClubName', 'readOnly'),
    'hides the name': validFiles.set('club.permissions.CustomerViewer.fields.ClubName', { list: 'hidden' }).gives(`
      S332 club: permissions.CustomerViewer.fields.ClubName cannot hide 'ClubName': the display text contains it.
        Use "masked", or remove operations of the role.`),
    'hides the tenant': validFiles.set('club.permissions.CustomerViewer.fields.ApplyCode', 'hidden').gives(`
      S332 club: permissions.CustomerViewer.fields.ApplyCode cannot hide 'ApplyCode': it is the tenant of the record.
        Use "masked", or remove operations of the role.`),
  },
  S333: {
    silent: validFiles
      .set('club.fields.ClubName.personal', 'name')
      .set('club.permissions.CustomerViewer.fields.ClubName', 'masked'),
    'changed by who cannot enter it': validFiles
      .set('club.permissions.CustomerMaker.fields.Kinds', { create: 'readOnly' })
      .gives(`
      S333 club: permissions.CustomerMaker.fields.Kinds cannot make 'Kinds' editable in update but not in create.
        Choose consistent levels: a role that changes a field can also read it, and a role that writes a field of list items can write the list.`),
    'changed by who cannot see it': validFiles.set('club.permissions.CustomerMaker.fields.ClubNo.get', 'hidden').gives(`
      S333 club: permissions.CustomerMaker.fields.ClubNo cannot make 'ClubNo' editable for a role that does not see it in full.
        Choose consistent levels: a role that changes a field can also read it, and a role that writes a field of list items can write the list.`),
    'column of a hidden list': validFiles
      .set('club.permissions.CustomerViewer.fields', { Members: 'hidden', Lines: 'hidden', 'Lines.Amount': 'readOnly' })
      .gives(`
      S333 club: permissions.CustomerViewer.fields.Lines.Amount cannot set the access to 'Lines.Amount': the list 'Lines' is hidden.
        Choose consistent levels: a role that changes a field can also read it, and a role that writes a field of list items can write the list.`),
    'column open in a closed list': validFiles
      .set('club.permissions.CustomerMaker.fields', {
        ClubNo: { list: 'hidden' },
        Kinds: 'readOnly',
        Lines: 'readOnly',
        'Lines.Amount': 'editable',
      })
      .gives(`
      S333 club: permissions.CustomerMaker.fields.Lines.Amount cannot make 'Lines.Amount' editable: the list 'Lines' is not.
        Choose consistent levels: a role that changes a field can also read it, and a role that writes a field of list items can write the list.`),
    'hidden in get shown in list': validFiles
      .set('club.permissions.CustomerViewer.fields.ClubNo', { get: 'hidden', create: 'hidden', update: 'hidden' })
      .gives(`
      S333 club: permissions.CustomerViewer.fields.ClubNo cannot hide 'ClubNo' on detail pages and show it in lists.
        Choose consistent levels: a role that changes a field can also read it, and a role that writes a field of list items can write the list.`),
    'mask without class': validFiles.set('club.permissions.CustomerViewer.fields.ClubNo', 'masked').gives(`
      S333 club: permissions.CustomerViewer.fields.ClubNo cannot mask 'ClubNo': it has no class of personal data.
        Set 'personal' in the field, or hide it.`),
    'masked column without class': validFiles
      .set('club.permissions.CustomerViewer.fields', { Members: 'hidden', 'Lines.Amount': 'masked' })
      .gives(`
      S333 club: permissions.CustomerViewer.fields.Lines.Amount cannot mask 'Lines.Amount': it has no class of personal data.
        Set 'personal' in the field, or hide it.`),
  },
  S334: {
    silent: validFiles.set('club.permissions.CustomerViewer.operations[1]', 'create'),
    'operation that there is not': validFiles
      .set('club.permissions.CustomerMaker.operations', ['list', 'get', 'multiDelete'])
      .gives(`
      S334 club: permissions.CustomerMaker.operations cannot allow 'multiDelete': 'club' does not have it.
        Use operations that the resource and the role have; 'update' needs 'get', and all others need 'list'.`),
    'update without get': validFiles.set('club.permissions.CustomerMaker.operations', ['list', 'update']).gives(`
      S334 club: permissions.CustomerMaker.operations cannot allow 'update' without 'get': the form loads the record with it.
        Use operations that the resource and the role have; 'update' needs 'get', and all others need 'list'.`),
    'without the list': validFiles.remove('club.permissions.CustomerViewer.operations[0]').gives(`
      S334 club: permissions.CustomerViewer.operations cannot omit 'list' and allow other operations: users find records in the list.
        Use operations that the resource and the role have; 'update' needs 'get', and all others need 'list'.`),
  },
  S335: {
    silent: validFiles.set('club.permissions.CustomerMaker.fields', {
      ClubNo: { list: 'hidden' },
      Kinds: 'readOnly',
      State: 'readOnly',
      Lines: 'readOnly',
      'Lines.Amount': 'readOnly',
    }),
    'required and kept away': validFiles.set('club.permissions.CustomerMaker.fields.ClubCode', 'readOnly').gives(`
      S335 club: permissions.CustomerMaker.fields.ClubCode cannot exclude 'CustomerMaker' from 'ClubCode': it is required, and the role may create records.
        Make the field editable for the role, give it a default, or remove 'create' from the role.`),
    'required column kept away': validFiles
      .set('club.permissions.CustomerMaker.fields', {
        ClubNo: { list: 'hidden' },
        Kinds: 'readOnly',
        'Lines.Amount': 'readOnly',
      })
      .gives(`
      S335 club: permissions.CustomerMaker.fields.Lines.Amount cannot exclude 'CustomerMaker' from 'Lines.Amount': it is required, and the role may create records.
        Make the field editable for the role, give it a default, or remove 'create' from the role.`),
  },
  S336: {
    silent: validFiles.set('club.permissions.CustomerViewer.fields', {
      Members: 'hidden',
      Reason: 'hidden',
      'Lines.Amount': 'hidden',
    }),
    'column follows from a hidden one': validFiles
      .set('club.fields.Lines.fields.Twice', {
        type: 'computed',
        as: 'money',
        label: '兩倍',
        value: { multiply: [{ field: 'Amount' }, 2] },
      })
      .set('club.permissions.CustomerViewer.fields', { Members: 'hidden', 'Lines.Amount': 'hidden' })
      .gives(`
      S336 club: permissions.CustomerViewer.fields.Lines.Amount cannot hide 'Lines.Amount': 'Lines.Twice' depends on it.
        Hide 'Lines.Twice' as well.`),
    'computed of what is hidden': validFiles.set('club.permissions.CustomerViewer.fields.State', 'hidden').gives(`
      S336 club: permissions.CustomerViewer.fields.State cannot hide 'State': 'Reason' depends on it.
        Hide 'Reason' as well.`),
    'sum of a hidden column': validFiles
      .set('club.fields.Score', { type: 'computed', as: 'money', label: '分數', value: { sum: 'Lines.Amount' } })
      .set('club.permissions.CustomerViewer.fields', { Members: 'hidden', 'Lines.Amount': 'hidden' })
      .gives(`
      S336 club: permissions.CustomerViewer.fields.Lines.Amount cannot hide 'Lines.Amount': 'Score' depends on it.
        Hide 'Score' as well.`),
  },
} satisfies Cases
