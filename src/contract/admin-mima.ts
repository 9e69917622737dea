/**
 * Name of the property that contains the caller's own password, in the bodies of the calls that create, change, delete,
 * disable, enable or reset a user.
 * A change requires it only for e-mail, mobile or role.
 * If the password is missing or wrong, `Errors` has a message under this name.
 */
export const adminMima = 'AdminMima'
