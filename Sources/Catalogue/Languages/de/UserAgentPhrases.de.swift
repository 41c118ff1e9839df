extension German {
  static let userAgentPhrases: StaticString = #"""
    manual.open-this = Öffnen Sie diese Adresse in einem Browser, auf einem beliebigen Rechner:
    manual.tunnel = Läuft der Browser auf einem anderen Rechner als dieses Programm, führen Sie dort zuerst dies aus, damit sein Redirect hier ankommt:
    manual.paste = Am Ende wird der Browser an eine Adresse geschickt, die mit {uri} beginnt\nKopieren Sie diese Adresse aus dem Browser, fügen Sie sie hier ein und drücken Sie die Eingabetaste. Sie enthält einen Code und wird darum nicht angezeigt.\nNur die Eingabetaste bricht ab.
    manual.prompt = Adresse: 
    manual.not-the-answer = Das ist die Adresse einer anderen Anmeldung: ihr state ist nicht der dieser Anfrage.\nSchließen Sie die Anmeldung unter der Adresse oben ab und fügen Sie ein, womit jene endet, oder brechen Sie mit der Eingabetaste allein ab.\nAdresse:
    manual.not-the-redirect = Das ist nicht die Adresse: sie muss mit {uri} beginnen\nFügen Sie sie nochmals ein, oder brechen Sie mit der Eingabetaste allein ab.\nAdresse:
    loopback.title = Sie können zur App zurückkehren
    loopback.text = DCR Terminal hat die Antwort des Browsers bekommen. Sie können diese Seite schließen.
    loopback.stray.title = Hier gibt es nichts zu sehen
    loopback.stray.text = DCR Terminal wartet unter dieser Adresse auf das Ende einer Anmeldung und auf sonst nichts.
    """#
}
