import {
  bankFileJob,
  bankFileNote,
  defineResource,
  deleteBankFile,
  differencesOf,
  onBankFileFailure,
  releaseAs,
  retryBankFile,
  runBankFile,
  uploadBankFile,
} from '../../src/server'

export default defineResource('bankFile', {
  calls: {
    create: uploadBankFile,
    delete: deleteBankFile,
    Retry: retryBankFile,
    Replace: releaseAs('Replaces'),
    Append: releaseAs('Adds'),
    GetDifferences: differencesOf,
  },
  jobs: {
    [bankFileJob]: {
      run: ({ ports }, { SerialId }, run) => runBankFile(ports, Number(SerialId), run),
      onFailure: ({ ports }, { SerialId }, reason) => onBankFileFailure(ports, Number(SerialId), reason),
      listing: { note: bankFileNote },
    },
  },
})
