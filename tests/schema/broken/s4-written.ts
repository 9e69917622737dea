import { type Cases, sound } from './changed-files'

export const writtenChecks = {
  S401: {
    silent: sound.set('club.endpoints', { operations: ['list', 'selectList'] }),
    'call that the contract lacks': sound
      .remove('club.permissions')
      .set('club.endpoints', { operations: ['list', 'multiDelete'] })
      .gives(`
      S401 club: endpoints.operations[1] is 'multiDelete'; no such call of 'Club' is in src/contract/endpoints.ts.
        Its calls: 'list', 'get', 'create', 'update', 'delete', 'selectList'.`),
  },
  S402: {
    silent: sound.remove('club.fields.Score'),
    'virtual without expression': sound.set('club.fields.Points', { type: 'integer', label: '積分', virtual: true }).gives(`
      S402 club: fields.Points.virtual cannot be true: src/server/records/virtual-fields.ts has no expression 'club.Points'.
        Known names: 'club.Score'.`),
  },
  S403: {
    silent: sound.set('club.menu.icon', 'Print'),
    'misspelled icon': sound.set('club.menu.icon', 'Gruops').gives(`
      S403 club: menu.icon is 'Gruops'; no such icon is listed in src/admin/icons.ts.
        Did you mean 'Groups'?`),
    'misspelled icon of an action': sound.set('club.actions.Print.icon', 'Prnt').gives(`
      S403 club: actions.Print.icon is 'Prnt'; no such icon is listed in src/admin/icons.ts.
        Did you mean 'Print'?`),
  },
  S404: {
    silent: sound.set('club.kind', 'custom'),
    'custom page without screen': sound.set('later.kind', 'custom').gives(`
      S404 later: kind cannot be 'custom': the folder resources/later does not exist.
        Write resources/<name>/index.tsx, or use another kind.`),
  },
  S411: {
    silent: sound.set('club.actions.Remind.on', ['row', 'bulk']),
    'download without a file': sound.set('club.actions.Remind.afterwards', 'download').gives(`
      S411 club: actions.Remind.call cannot be 'Club.Remind': it returns no file.
        Use a call with as many key parts as the record has; 'afterwards' is 'download' exactly for calls that return a file.`),
    'misspelled call': sound.set('club.actions.Remind.call', 'Club.Remnid').gives(`
      S411 club: actions.Remind.call is 'Club.Remnid'; no such call is in src/contract.
        Did you mean 'Club.Remind'?`),
    'record on a page': sound.set('club.actions.Remind.on', 'page').gives(`
      S411 club: actions.Remind.call cannot be 'Club.Remind': its path identifies a record, and a page has none.
        Use a call with as many key parts as the record has; 'afterwards' is 'download' exactly for calls that return a file.
      S324 club: actions.Remind.success cannot use '{ClubName}': neither the record nor the action has that value.
        Known names: 'SentTo'.`),
  },
  S412: {
    silent: sound.set('club.actions.Close.afterwards', { page: 'later' }),
    'misspelled page': sound.set('club.actions.Close.afterwards', { page: 'latr' }).gives(`
      S412 club: actions.Close.afterwards.page refers to 'latr', which no schema file declares.
        Did you mean 'later'?`),
    'resource without a page': sound.set('club.actions.Close.afterwards', { page: 'Deal' }).gives(`
      S412 club: actions.Close.afterwards.page cannot be 'Deal': that resource has no page.
        Use the name of a file with a page.`),
  },
  S501: {
    silent: sound.remove('club.fields.StartDate').set('club.fields.BeginDate', { type: 'date', label: '起日', index: true, was: 'StartDate' }),
    'field left out': sound
      .rename('club.fields.StartDate', 'BeginDate')
      .set('club.fields.EndDate.min.field', 'BeginDate')
      .set('club.list.filters[1].field', 'BeginDate')
      .set('club.form[0].fields[6]', 'BeginDate')
      .gives(`
      S501 club at fields: no field has the column 'start_date', which contains 1 value.
        If a field was renamed, set "was" to keep its data. Otherwise save the data that you need and drop the column by hand.`),
  },
  S502: {
    silent: sound.remove('club.fields.StartDate').set('club.fields.BeginDate', { type: 'date', label: '起日', index: true, was: 'StartDate' }),
    'day becomes number': sound
      .set('club.fields.StartDate.type', 'integer')
      .set('club.fields.EndDate', { type: 'date', label: '迄日' })
      .gives(`
      S502 club: fields.StartDate.type cannot be 'integer': it needs a bigint column, and the database has a date column.
        Rename the field and move the data, or change the column by hand.`),
  },
  S503: {
    silent: sound
      .set('club.fields.ClubName.max', 12)
      .set('club.fields.State', { type: 'enum', options: { Active: '啟用', Inactive: '停用', Closed: '結束' }, label: '狀態' }),
    'option in use left out': sound
      .remove('club.actions')
      .remove('club.allowedWhen')
      .set('club.fields.State', { type: 'enum', options: { Active: '啟用' }, label: '狀態', required: true, default: 'Active' })
      .gives(`
      S503 club: fields.State cannot omit the option 'Inactive': records in the database have it.
        Correct those records first.
      S306 club: fields.Reason.shownWhen.is is 'Inactive', which is not a value of 'State'.
        Did you mean 'Active'?`),
    'shorter than what is there': sound.set('club.fields.ClubName.max', 10).gives(`
      S503 club: fields.ClubName.max cannot be 10: the database has a value of 12 characters.
        Correct those records first.`),
  },
  S504: {
    silent: sound.set('club.key', ['SerialId']),
    'several records have it': sound.set('club.key', 'ClubName').gives(`
      S501 club at fields: no field has the column 'serial_id', which contains 3 values.
        If a field was renamed, set "was" to keep its data. Otherwise save the data that you need and drop the column by hand.
      S504 club at key: the key cannot be 'ClubName': 6 records in the database share 2 values.
        Correct or delete those records first, with the former key in the file, or choose another key.
      S504 club at key: the key cannot be 'ClubName': 1 record in the database has no value for it.
        Correct or delete those records first, with the former key in the file, or choose another key.`),
    'no unique index': sound.set('club.key', 'ClubCode').gives(`
      S501 club at fields: no field has the column 'serial_id', which contains 3 values.
        If a field was renamed, set "was" to keep its data. Otherwise save the data that you need and drop the column by hand.
      S504 club at key: the key cannot be 'ClubCode': the database has no unique index for it.
        The next start creates it, unless another index of the table has its name. For a key of running numbers create a unique index on its column by hand.`),
  },
} satisfies Cases
