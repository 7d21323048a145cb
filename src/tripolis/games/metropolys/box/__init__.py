"""The standard box of Metropolys: data files, and the reader that checks them and fills the record."""
