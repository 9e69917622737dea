import { type Cases, sound } from './changed-files'

export const writtenChecks = {
  S401: {
    silent: sound.set('club.endpoints', { operations: ['list', 'selectList'] }),
    'call that the contract lacks': sound
      .remove('club.permissions')
      .set('club.endpoints', { operations: ['list', 'multiDelete'] })
      .gives(`
      S401 club: endpoints.operations[1] is 'multiDelete'; no such call of 'Club' is in src/contract/endpoints.ts.
        It has 'list', 'get', 'create', 'update', 'delete', 'selectList'.`),
  },
  S402: {
    silent: sound.remove('club.fields.Score'),
    'virtual without expression': sound.set('club.fields.Points', { type: 'integer', label: '積分', virtual: true }).gives(`
      S402 club at fields.Points.virtual: fields.Points is 'virtual'; no such expression 'club.Points' is written in src/server/records/virtual-fields.ts.
        Known are 'club.Score'.`),
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
      S404 later: kind is 'custom'; no such folder is resources/later.
        Write resources/<name>/index.tsx, or another kind of page.`),
  },
  S411: {
    silent: sound.set('club.actions.Remind.on', ['row', 'bulk']),
    'download without a file': sound.set('club.actions.Remind.afterwards', 'download').gives(`
      S411 club: actions.Remind.call cannot be 'Club.Remind': it answers no file to download.
        Choose a call that fits: as many parts of a key as the record has, and a file where 'afterwards' is 'download'.`),
    'misspelled call': sound.set('club.actions.Remind.call', 'Club.Remnid').gives(`
      S411 club: actions.Remind.call is 'Club.Remnid'; no such call is in src/contract.
        Did you mean 'Club.Remind'?`),
    'record on a page': sound.set('club.actions.Remind.on', 'page').gives(`
      S411 club: actions.Remind.call cannot be 'Club.Remind': its path names a record, and a page has none.
        Choose a call that fits: as many parts of a key as the record has, and a file where 'afterwards' is 'download'.
      S324 club: actions.Remind.success cannot name 'ClubName': neither the record nor the action has it.
        Known are 'SentTo'.`),
  },
  S412: {
    silent: sound.set('club.actions.Close.afterwards', { page: 'later' }),
    'misspelled page': sound.set('club.actions.Close.afterwards', { page: 'latr' }).gives(`
      S412 club: actions.Close.afterwards.page refers to 'latr', which no schema file declares.
        Did you mean 'later'?`),
    'resource without a page': sound.set('club.actions.Close.afterwards', { page: 'Deal' }).gives(`
      S412 club: actions.Close.afterwards.page cannot be 'Deal': it has no page.
        Lead to a file that has a page.`),
  },
  S501: {
    silent: sound.remove('club.fields.StartDate').set('club.fields.BeginDate', { type: 'date', label: '起日', index: true, was: 'StartDate' }),
    'field left out': sound
      .rename('club.fields.StartDate', 'BeginDate')
      .set('club.fields.EndDate.min.field', 'BeginDate')
      .set('club.list.filters[1].field', 'BeginDate')
      .set('club.form[0].fields[6]', 'BeginDate')
      .gives(`
      S501 club at fields: no field keeps the column 'start_date', which holds 1 value.
        Has a field got another name? Say "was", and its data move along. Else save what is needed and drop the column by hand.`),
  },
  S502: {
    silent: sound.remove('club.fields.StartDate').set('club.fields.BeginDate', { type: 'date', label: '起日', index: true, was: 'StartDate' }),
    'day becomes number': sound
      .set('club.fields.StartDate.type', 'integer')
      .set('club.fields.EndDate', { type: 'date', label: '迄日' })
      .gives(`
      S502 club: fields.StartDate.type cannot be 'integer': that is bigint in the database, and the column is date.
        Give the field a new name and move the data, or change the column by hand.`),
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
      S503 club: fields.State cannot do without 'Inactive': records of the database have it.
        Change those records first.
      S306 club: fields.Reason.shownWhen.is is 'Inactive', which is not a value of 'State'.
        Did you mean 'Active'?`),
    'shorter than what is there': sound.set('club.fields.ClubName.max', 10).gives(`
      S503 club: fields.ClubName.max cannot be 10: the database holds a value of 12 characters.
        Change those records first.`),
  },
  S504: {
    silent: sound.set('club.key', ['SerialId']),
    'several records have it': sound.set('club.key', 'ClubName').gives(`
      S501 club at fields: no field keeps the column 'serial_id', which holds 3 values.
        Has a field got another name? Say "was", and its data move along. Else save what is needed and drop the column by hand.
      S504 club at key: the key cannot be 'ClubName': 2 values of the database identify more than one record (6 records).
        Change or delete those records first, with the former key in the file, or choose another key.
      S504 club at key: the key cannot be 'ClubName': 1 record of the database has no value for it.
        Change or delete those records first, with the former key in the file, or choose another key.`),
    'no unique index': sound.set('club.key', 'ClubCode').gives(`
      S501 club at fields: no field keeps the column 'serial_id', which holds 3 values.
        Has a field got another name? Say "was", and its data move along. Else save what is needed and drop the column by hand.
      S504 club at key: the key cannot be 'ClubCode': the database has no unique index for it.
        A start makes it, unless another index of the table has its name already. For a key of running numbers make it by hand: create unique index on the column of the key.`),
  },
} satisfies Cases
