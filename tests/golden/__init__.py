"""What may not change while the house is rebuilt: rulings, stored bytes, editions, schemas, commands, pictures."""
