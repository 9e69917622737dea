import {
  bankFileJob,
  bankFileNote,
  defineResource,
  deletePartsOfFile,
  differencesOf,
  onBankFileFailure,
  refuseBankFile,
  releaseAs,
  releaseBankFile,
  retryBankFile,
  runBankFile,
  uploadBankFile,
} from '../../src/server'

export default defineResource('bankFile', {
  calls: {
    create: uploadBankFile,
    Retry: retryBankFile,
    Replace: releaseAs('Replaces'),
    Append: releaseAs('Adds'),
    Release: releaseBankFile,
    Refuse: refuseBankFile,
    GetDifferences: differencesOf,
  },
  beforeDelete: deletePartsOfFile,
  jobs: {
    [bankFileJob]: {
      run: ({ ports, modules }, { SerialId }, run) =>
        runBankFile(ports, { id: Number(SerialId), kinds: modules.bankFileKinds }, run),
      onFailure: ({ ports, modules }, { SerialId }, reason) =>
        onBankFileFailure(ports, { id: Number(SerialId), kinds: modules.bankFileKinds }, reason),
      listing: { note: bankFileNote },
    },
  },
})
