"""Stakes: rooms, chips, points, ratings, the queue. It knows people only by their ids."""
