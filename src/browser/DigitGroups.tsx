import { groupedAccount } from '../domain/accounts/account-text'
import { TextWithAccounts } from './TextWithAccounts'

/** Renders an account in groups of four, on one line. */
export const DigitGroups = ({ account }: { account: string }) => (
  <span className="digit-groups">
    <TextWithAccounts text={groupedAccount(account)} />
  </span>
)
