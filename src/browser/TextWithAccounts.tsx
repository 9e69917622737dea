import { groupGap } from '../domain/accounts/account-text'

/**
 * Renders a sentence or a title with accounts in groups of four.
 * The gaps between the groups become margins, so that a copied account contains no blanks.
 */
export const TextWithAccounts = ({ text }: { text: string }) =>
  text.split(groupGap).map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts have no other key, and the text has no state
    <span key={index} className="digits">
      {part}
    </span>
  ))
