/** Why the tool does not go on, in words for the operator. */
export class AdminRefusal extends Error {
  override readonly name = 'AdminRefusal'
}
