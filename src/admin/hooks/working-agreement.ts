import { companySession, useSession } from '../../browser/session/session'
import { remembered, useStore } from '../../browser/storage/store'

const storedCode = remembered('WORKING_AGREEMENT')

/** Returns the agreement that new records belong to at first: the only one there is, or the one that the user has picked to work with. */
export const workingAgreement = (): string | null => {
  const codes = agreements()
  return codes.length === 1 ? (codes[0] ?? null) : selectedAgreement()
}

/** Returns the agreement picked out of several; null while the user works with all of them. */
export const selectedAgreement = (): string | null => {
  const codes = agreements()
  const selected = storedCode.get()
  return codes.length > 1 && selected !== null && codes.includes(selected) ? selected : null
}

/** Returns the picked agreement, followed by the component; what there is to pick from, and how to pick. */
export const useSelectedAgreement = () => {
  useStore(storedCode)
  useSession()
  return { codes: agreements(), selected: selectedAgreement(), select: storedCode.set }
}

const agreements = (): readonly string[] => companySession()?.data.ApplyCodes ?? []
