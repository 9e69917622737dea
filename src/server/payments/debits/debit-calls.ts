import type { Controller } from '../../call'
import { contextOf } from '../../context'
import { selectList } from '../../records/options'
import { makeAuthorizationFile, previewAuthorizations } from './authorizations'
import { downloadEarlierFile } from './download'
import { exportDebits, makeNextFile } from './export'
import { debitFileRecords, debitFiles } from './file-list'
import { debitPage } from './parameters'
import { previewDebits } from './preview'
import { refuseDebitFile, releaseDebitFile } from './release'
import { withdrawDebitFile } from './withdraw'

/** The calls of the page 約定扣款媒體匯出. */
export const debitCalls: Controller = {
  GetAllSelectList: (call) => selectList(contextOf(call), call.schemas.get(debitPage)),
  Export: exportDebits,
  Preview: previewDebits,
  NewFile: makeNextFile,
  GetFiles: debitFiles,
  GetRecords: debitFileRecords,
  Download: downloadEarlierFile,
  Release: releaseDebitFile,
  Refuse: refuseDebitFile,
  Withdraw: withdrawDebitFile,
  PreviewAuthorization: previewAuthorizations,
  NewAuthorization: makeAuthorizationFile,
}
