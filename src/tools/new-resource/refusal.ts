/** Something that the command cannot do as asked; its message is for the person at the keyboard. */
export class NewResourceRefusal extends Error {
  override readonly name = 'NewResourceRefusal'
}
